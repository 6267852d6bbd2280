CREATE TABLE `antinuke_panic` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`saved` text NOT NULL,
	`problem` text,
	PRIMARY KEY(`guild_id`, `kind`, `object_id`)
);
