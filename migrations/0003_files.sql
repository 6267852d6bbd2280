CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text
);
--> statement-breakpoint
CREATE INDEX `files_guild` ON `files` (`guild_id`,`kind`,`at`);--> statement-breakpoint
CREATE INDEX `files_user` ON `files` (`user_id`);