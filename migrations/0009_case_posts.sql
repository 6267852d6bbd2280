CREATE TABLE `moderation_case_posts` (
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`channel_id` text NOT NULL,
	`message_id` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `moderation_case_posts_message` ON `moderation_case_posts` (`message_id`);--> statement-breakpoint
ALTER TABLE `moderation_cases` ADD `origin` text;--> statement-breakpoint
ALTER TABLE `moderation_pending_acts` ADD `origin` text;