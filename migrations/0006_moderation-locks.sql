CREATE TABLE `moderation_channel_locks` (
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`stands` text NOT NULL,
	`locked_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `channel_id`)
);
