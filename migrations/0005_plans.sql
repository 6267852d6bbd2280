CREATE TABLE `plan_steps` (
	`plan_id` integer NOT NULL,
	`number` integer NOT NULL,
	`guild_id` text NOT NULL,
	`step` text NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`plan_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `plan_steps_guild` ON `plan_steps` (`guild_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`plan` text NOT NULL,
	`state` text NOT NULL,
	`input` text,
	`cursor` text DEFAULT '' NOT NULL,
	`paged` integer DEFAULT false NOT NULL,
	`counts` text NOT NULL,
	`by_id` text,
	`problem` text,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `plans_guild` ON `plans` (`guild_id`,`feature`,`plan`,`id`);--> statement-breakpoint
CREATE INDEX `plans_by` ON `plans` (`by_id`);