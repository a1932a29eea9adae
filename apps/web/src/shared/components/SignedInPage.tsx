import { Button, EmptyState } from "@tribe/ui";
import type { ReactNode } from "react";
import { useIsSignedIn } from "../api/access.ts";
import { flow } from "../flow/flow-store.ts";
import { usePageTitle } from "../navigation/page-title.ts";
import { BackButton } from "./BackButton.tsx";

export interface SignedInPageProps {
  readonly title: string;
  /** Tells visitors what they would see here. */
  readonly invitation: {
    readonly icon: ReactNode;
    readonly title?: string;
    readonly message: string;
    readonly action?: string;
  };
  /** Where Back leads if the person came from outside. */
  readonly backTo?: string;
  readonly children: ReactNode;
}

/** A page about the own account, in one column under its title; visitors are asked to sign in. */
export const SignedInPage = ({ title, invitation, backTo, children }: SignedInPageProps) => {
  usePageTitle(title);
  if (!useIsSignedIn())
    return (
      <EmptyState icon={invitation.icon} heading="h1" title={invitation.title ?? title} message={invitation.message}>
        <Button variant="primary" onClick={() => flow.start({ kind: "onboarding" })}>
          {invitation.action ?? "Sign in"}
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      {/* Aligns the icon with the heading. */}
      <div className="-ml-3">
        <BackButton {...(backTo ? { fallback: backTo } : {})} />
      </div>
      <h1 className="font-display text-xl font-semibold">{title}</h1>
      {children}
    </div>
  );
};
