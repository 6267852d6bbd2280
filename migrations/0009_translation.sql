CREATE TABLE `translation_done` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`, `language`)
);
--> statement-breakpoint
CREATE INDEX `translation_done_at` ON `translation_done` (`at`);