ALTER TABLE `ticket_attachments` ADD `after_closing` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `ticket_message_versions` ADD `after_closing` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `ticket_messages` ADD `after_closing` integer DEFAULT false NOT NULL;