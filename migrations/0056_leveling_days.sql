CREATE TABLE `leveling_counted_days` (
	`guild_id` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `leveling_days` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`day` integer NOT NULL,
	`earned_before` integer NOT NULL,
	`written_before` integer NOT NULL,
	`voice_seconds_before` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `leveling_days_user` ON `leveling_days` (`user_id`);--> statement-breakpoint
CREATE INDEX `leveling_days_day` ON `leveling_days` (`day`);--> statement-breakpoint
ALTER TABLE `leveling_members` ADD `earned` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `leveling_members` ADD `written` integer DEFAULT 0 NOT NULL;