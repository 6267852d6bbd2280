CREATE TABLE `ticket_duties` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ticket_duties_ticket` ON `ticket_duties` (`ticket_id`,`id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `close_request_until` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `overdue_warned_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `closed_message_id` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `reopened_at` integer;