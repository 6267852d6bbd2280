ALTER TABLE `ticket_tags` ADD `changed_by_id` text;--> statement-breakpoint
ALTER TABLE `ticket_tags` ADD `changed_by_name` text;