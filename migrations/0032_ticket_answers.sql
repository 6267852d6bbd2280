CREATE TABLE `ticket_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	`by_id` text,
	`message_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_answers_key` ON `ticket_answers` (`ticket_id`,`key`);--> statement-breakpoint
CREATE INDEX `ticket_answers_by` ON `ticket_answers` (`guild_id`,`by_id`,`at`);