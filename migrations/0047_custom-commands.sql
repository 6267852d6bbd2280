CREATE TABLE `custom_commands` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`on` integer NOT NULL,
	`design` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by_id` text,
	`saved_by_name` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_commands_name` ON `custom_commands` (`guild_id`,`name`);