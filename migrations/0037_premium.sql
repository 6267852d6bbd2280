CREATE TABLE `premium_claims` (
	`mark` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `premium_periods` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`entitlement` text,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`by_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `premium_periods_entitlement_unique` ON `premium_periods` (`entitlement`);--> statement-breakpoint
CREATE INDEX `premium_periods_guild` ON `premium_periods` (`guild_id`);--> statement-breakpoint
CREATE INDEX `premium_periods_by` ON `premium_periods` (`by_id`);--> statement-breakpoint
CREATE TABLE `premium_servers` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`had` integer NOT NULL,
	`notice_for` integer,
	`ended_at` integer
);
