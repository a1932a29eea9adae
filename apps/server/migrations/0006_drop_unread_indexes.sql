DROP INDEX "token_accounts_owner";--> statement-breakpoint
DROP INDEX "tokens_ranked";