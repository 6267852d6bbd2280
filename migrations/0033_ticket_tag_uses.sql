CREATE TABLE `ticket_tag_uses` (
	`guild_id` text NOT NULL,
	`name` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`uses` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `name`, `user_id`)
);
