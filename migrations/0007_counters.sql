CREATE TABLE `counters_bots` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`bots` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters_channels` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`renamed_at` integer,
	PRIMARY KEY(`guild_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `counters_channels_channel` ON `counters_channels` (`channel_id`);