CREATE TABLE `made_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`revisions` text NOT NULL,
	`changes` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `made_changes_guild` ON `made_changes` (`guild_id`,`id`);--> statement-breakpoint
CREATE INDEX `made_changes_user` ON `made_changes` (`user_id`);--> statement-breakpoint
CREATE TABLE `postponed_setups` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `postponed_setups_user` ON `postponed_setups` (`user_id`);