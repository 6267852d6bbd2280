CREATE TABLE `settings_pruned` (
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`name` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `feature`, `name`)
);
