import { Link } from "@tanstack/react-router";
import {
  AtSign,
  Image,
  Link2,
  type LucideIcon,
  MessagesSquare,
  Radio,
  ShieldCheck,
} from "lucide-react";
import type { ReactNode } from "react";
import { leaderboardOf } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import { useSite } from "@/features/site/queries";
import { SiteMark } from "@/features/site/SiteMark";
import { quickLinks, shown } from "../navigation";
import * as texts from "./texts/en";

/** Pictures for the kinds of links a site can name; any other kind gets a plain link. */
const linkIcons: Partial<Record<string, LucideIcon>> = {
  kick: Radio,
  twitch: Radio,
  youtube: Radio,
  tiktok: Radio,
  discord: MessagesSquare,
  instagram: Image,
  x: AtSign,
};

const link =
  "inline-flex min-h-11 items-center gap-2.5 text-sm text-muted transition-colors hover:text-text sm:min-h-9";

/** Quick links, social links, responsible gaming, terms and the disclaimer. */
export default function Footer() {
  const site = useSite();
  const isOn = useIsOn();
  return (
    <footer className="mt-8 border-t border-line pb-18 lg:pb-0">
      <div className="mx-auto grid w-full max-w-[72rem] grid-cols-2 gap-x-8 gap-y-10 px-4 py-10 sm:grid-cols-3 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr] lg:px-10">
        <div className="col-span-full lg:col-span-1">
          <div className="flex items-center gap-2.5">
            <SiteMark className="size-7" />
            <span className="font-display text-base font-bold">{site?.name}</span>
          </div>
          {site !== undefined && site.tagline !== "" && (
            <p className="mt-4 max-w-80 text-sm">{site.tagline}</p>
          )}
          <p className="mt-4 max-w-80 text-sm text-muted">{texts.entertainmentOnlyPointsVirtual}</p>
        </div>
        <FooterColumn title={texts.quickLinks}>
          {shown(quickLinks, isOn).map((item) => (
            <li key={item.to}>
              <Link
                to={item.to === "/leaderboard" ? leaderboardOf(site) : item.to}
                className={link}
              >
                {item.label}
              </Link>
            </li>
          ))}
        </FooterColumn>
        {site !== undefined && site.links.length > 0 && (
          <FooterColumn title={texts.community}>
            {site.links.map((item) => (
              <li key={item.url}>
                <ExternalFooterLink url={item.url} icon={linkIcons[item.kind] ?? Link2}>
                  {item.label}
                </ExternalFooterLink>
              </li>
            ))}
          </FooterColumn>
        )}
        <FooterColumn title={texts.playSafe}>
          {site !== undefined && site.responsibleGamingUrl !== "" && (
            <li>
              <ExternalFooterLink url={site.responsibleGamingUrl} icon={ShieldCheck}>
                {texts.responsibleGaming}
              </ExternalFooterLink>
            </li>
          )}
          <li>
            <Link to="/terms-of-service" className={link}>
              {texts.termsService}
            </Link>
          </li>
        </FooterColumn>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="eyebrow font-sans">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </div>
  );
}

function ExternalFooterLink({
  url,
  icon: Icon,
  children,
}: {
  url: string;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <a href={url} target="_blank" rel="noopener" className={link}>
      <Icon aria-hidden="true" className="size-4 text-faint" />
      {children}
      <span className="sr-only">{texts.opensNewTab}</span>
    </a>
  );
}
