ALTER TABLE `ticket_panels` ADD `deployed_as` text;--> statement-breakpoint
ALTER TABLE `ticket_panels` ADD `posting_channel_id` text;--> statement-breakpoint
ALTER TABLE `ticket_panels` ADD `posting_at` integer;--> statement-breakpoint
ALTER TABLE `ticket_panels` ADD `saved_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ticket_panels` ADD `saved_by_id` text;--> statement-breakpoint
ALTER TABLE `ticket_panels` ADD `saved_by_name` text;--> statement-breakpoint
ALTER TABLE `ticket_panels` DROP COLUMN `deployed_revision`;