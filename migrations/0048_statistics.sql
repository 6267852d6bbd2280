CREATE TABLE `statistics_days` (
	`guild_id` text NOT NULL,
	`day` integer NOT NULL,
	`members` integer,
	`joined` integer NOT NULL,
	`left` integer NOT NULL,
	`messages` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `day`)
);
--> statement-breakpoint
DROP INDEX `moderation_cases_created`;--> statement-breakpoint
CREATE INDEX `moderation_cases_days` ON `moderation_cases` (`guild_id`,`created_at`,`kind`,`voided_at`);