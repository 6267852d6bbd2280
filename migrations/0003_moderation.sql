CREATE TABLE `moderation_case_edits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text,
	`user_name` text,
	`at` integer NOT NULL,
	`before` text
);
--> statement-breakpoint
CREATE INDEX `moderation_case_edits_case` ON `moderation_case_edits` (`guild_id`,`number`);--> statement-breakpoint
CREATE TABLE `moderation_case_numbers` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `moderation_cases` (
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`target_id` text,
	`target_name` text,
	`moderator_id` text,
	`moderator_name` text,
	`channel_id` text,
	`channel_name` text,
	`detail` text,
	`count` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`active` integer NOT NULL,
	`ended` text,
	`ended_by` text,
	`voided_at` integer,
	`voided_by` text,
	PRIMARY KEY(`guild_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moderation_cases_key` ON `moderation_cases` (`guild_id`,`key`);--> statement-breakpoint
CREATE INDEX `moderation_cases_target` ON `moderation_cases` (`guild_id`,`target_id`,`kind`,`active`);--> statement-breakpoint
CREATE INDEX `moderation_cases_created` ON `moderation_cases` (`guild_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `moderation_cases_moderator` ON `moderation_cases` (`guild_id`,`moderator_id`);