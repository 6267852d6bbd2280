CREATE TABLE `automations` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`design` text NOT NULL,
	`on` integer DEFAULT false NOT NULL,
	`paused_at` integer,
	`problem` text,
	`held_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by_id` text,
	`saved_by_name` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `automation_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`key` text NOT NULL,
	`user_id` text NOT NULL,
	`channel_id` text,
	`message_id` text,
	`actions` text NOT NULL,
	`chain` text NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`begun_at` integer,
	`pending` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`removes` integer DEFAULT false NOT NULL,
	`why` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automation_runs_once` ON `automation_runs` (`guild_id`,`automation_id`,`key`);--> statement-breakpoint
CREATE INDEX `automation_runs_time` ON `automation_runs` (`guild_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `automation_runs_state` ON `automation_runs` (`state`);