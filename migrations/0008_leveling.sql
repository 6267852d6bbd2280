CREATE TABLE `leveling_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`at` integer NOT NULL,
	`before` integer DEFAULT 0 NOT NULL,
	`after` integer DEFAULT 0 NOT NULL,
	`batch` text,
	`undone` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `leveling_changes_guild` ON `leveling_changes` (`guild_id`,`id`);--> statement-breakpoint
CREATE INDEX `leveling_changes_user` ON `leveling_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `leveling_changes_by` ON `leveling_changes` (`by_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leveling_changes_batch` ON `leveling_changes` (`guild_id`,`batch`,`user_id`);--> statement-breakpoint
CREATE TABLE `leveling_members` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`avatar` text,
	`present` integer DEFAULT true NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`earned_at` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`prefix_commands` integer DEFAULT 0 NOT NULL,
	`slash_commands` integer DEFAULT 0 NOT NULL,
	`voice_connections` integer DEFAULT 0 NOT NULL,
	`voice_seconds` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `leveling_members_rank` ON `leveling_members` (`guild_id`,`present`,`total`);--> statement-breakpoint
CREATE INDEX `leveling_members_user` ON `leveling_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `leveling_role_runs` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '0' NOT NULL,
	`counts` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `leveling_voice` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `leveling_voice_user` ON `leveling_voice` (`user_id`);