CREATE TABLE `emoji_added` (
	`guild_id` text NOT NULL,
	`emoji_id` text NOT NULL,
	`by_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `emoji_id`)
);
--> statement-breakpoint
CREATE TABLE `emoji_counting` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `emoji_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`emoji_id` text,
	`name` text NOT NULL,
	`animated` integer DEFAULT false NOT NULL,
	`roles` text,
	`file_id` text,
	`known` text,
	`by_id` text,
	`via` text NOT NULL,
	`place` text,
	`at` integer NOT NULL,
	`tried_at` integer
);
--> statement-breakpoint
CREATE INDEX `emoji_orders_guild` ON `emoji_orders` (`guild_id`,`id`);--> statement-breakpoint
CREATE TABLE `emoji_removed` (
	`guild_id` text NOT NULL,
	`emoji_id` text NOT NULL,
	`name` text NOT NULL,
	`animated` integer NOT NULL,
	`roles` text NOT NULL,
	`file_id` text NOT NULL,
	`removed_at` integer NOT NULL,
	`removed_by_id` text,
	PRIMARY KEY(`guild_id`, `emoji_id`)
);
--> statement-breakpoint
CREATE TABLE `emoji_uses` (
	`guild_id` text NOT NULL,
	`day` integer NOT NULL,
	`emoji_id` text NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`reactions` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`guild_id`, `day`, `emoji_id`)
);
