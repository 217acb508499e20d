import { type Service, testService } from "./queries";
import { TestSaved } from "./TestSaved";
import * as texts from "./texts/en";

type TestServiceProps = { service: Service; title: string; lead: string };

/** Asks an external service with the saved settings. */
export function TestService({ service, ...group }: TestServiceProps) {
  return (
    <TestSaved
      {...group}
      action={texts.test}
      send={async () => {
        const { working, message } = await testService(service);
        return { isWorking: working, message };
      }}
    />
  );
}
