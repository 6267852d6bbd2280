CREATE TABLE `antinuke_standing` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`permissions` text NOT NULL,
	`above` text NOT NULL
);
