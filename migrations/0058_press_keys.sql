ALTER TABLE `emoji_added` ADD `key` text;--> statement-breakpoint
ALTER TABLE `emoji_orders` ADD `key` text;--> statement-breakpoint
ALTER TABLE `ticket_messages` ADD `key` text;