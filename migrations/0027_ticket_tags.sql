CREATE TABLE `ticket_tags` (
	`guild_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`words` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_by_id` text,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `name`)
);
--> statement-breakpoint
ALTER TABLE `tickets` ADD `feedback_asked_at` integer;