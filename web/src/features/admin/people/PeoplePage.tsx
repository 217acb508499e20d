import { useQuery } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { AdminPage } from "../shell/AdminPage";
import { AfterRestore } from "./AfterRestore";
import { InviteDialog } from "./InviteDialog";
import { type Asked, Question } from "./Question";
import { peopleQuery, restoredQuery } from "./queries";
import { RequireFactor } from "./RequireFactor";
import { RightsTable } from "./RightsTable";
import { InvitationRow, PersonRow } from "./Rows";
import * as texts from "./texts/en";

/** /admin/people: who can use the panel, who is invited, and what each role may do. */
export function PeoplePage() {
  const query = useQuery(peopleQuery);
  // People of a restored backup are not in the list before the owner has confirmed them.
  const { data: check } = useQuery(restoredQuery);
  const nobodyWaits = check !== undefined && (check.restored?.waiting.length ?? 0) === 0;
  const { message, say } = useMessage();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isInviting, setInviting] = useState(false);
  return (
    <AdminPage
      title={texts.people}
      lead={texts.lead}
      actions={
        <Button
          tone="gold"
          onClick={() => setInviting(true)}
          icon={<UserRoundPlus aria-hidden="true" className="size-4.5" />}
        >
          {texts.invitePerson}
        </Button>
      }
    >
      <div className="relative flex flex-col gap-8">
        <Message message={message} />
        <AfterRestore onDone={(text) => say("success", text)} />
        <QueryView query={query} what={texts.thePeople} loading={<Loading />}>
          {({ people, invitations, rights, secondFactorRequired }) => (
            <>
              <Section title={texts.inThePanel}>
                <ul className="divide-y divide-line">
                  {people.map((person) => (
                    <PersonRow
                      key={person.id}
                      person={person}
                      onAsk={(what) => setAsked({ what, person })}
                    />
                  ))}
                </ul>
              </Section>
              {invitations.length > 0 && (
                <Section title={texts.invitations}>
                  <ul className="divide-y divide-line">
                    {invitations.map((invitation) => (
                      <InvitationRow
                        key={invitation.id}
                        invitation={invitation}
                        onWithdraw={() => setAsked({ what: "withdraw", person: invitation })}
                      />
                    ))}
                  </ul>
                </Section>
              )}
              {people.length === 1 && invitations.length === 0 && nobodyWaits && (
                <Card>
                  <EmptyState art={<EmptyRows />} title={texts.aloneTitle}>
                    <p>{texts.aloneText}</p>
                  </EmptyState>
                </Card>
              )}
              <RequireFactor
                isRequired={secondFactorRequired}
                ownerHasOne={people.some((one) => one.role === "owner" && one.hasSecondFactor)}
                onDone={(text) => say("success", text)}
              />
              <RightsTable rights={rights} />
            </>
          )}
        </QueryView>
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked !== null && (
        <Question
          asked={asked}
          onDone={(text) => say("success", text)}
          onClose={() => setAsked(null)}
        />
      )}
    </AdminPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      <Card>{children}</Card>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
