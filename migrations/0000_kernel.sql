CREATE TABLE `guilds` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer
);
--> statement-breakpoint
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`feature` text NOT NULL,
	`job` text NOT NULL,
	`key` text,
	`guild_id` text,
	`payload` text,
	`run_at` integer NOT NULL,
	`every_ms` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parked` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`feature`,`job`,`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`parked`,`run_at`);--> statement-breakpoint
CREATE INDEX `jobs_guild` ON `jobs` (`guild_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`document` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `feature`)
);
--> statement-breakpoint
CREATE TABLE `settings_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`user_id` text,
	`via` text NOT NULL,
	`at` integer NOT NULL,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `settings_history_guild` ON `settings_history` (`guild_id`,`id`);--> statement-breakpoint
CREATE INDEX `settings_history_user` ON `settings_history` (`user_id`);