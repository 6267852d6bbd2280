CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`reference` text NOT NULL,
	`user_id` text,
	`address` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	`problem` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_messages_key_unique` ON `contact_messages` (`key`);--> statement-breakpoint
CREATE INDEX `contact_messages_at` ON `contact_messages` (`at`);--> statement-breakpoint
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`);