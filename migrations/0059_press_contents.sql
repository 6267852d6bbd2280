CREATE TABLE `ticket_category_presses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`by_id` text,
	`key` text NOT NULL,
	`asked` text NOT NULL,
	`known` text NOT NULL,
	`channel_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_category_presses_key` ON `ticket_category_presses` (`guild_id`,`by_id`,`key`);--> statement-breakpoint
ALTER TABLE `emoji_added` ADD `asked` text;--> statement-breakpoint
ALTER TABLE `emoji_orders` ADD `asked` text;