CREATE TABLE `antinuke_newcomers` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_newcomers_by_age` ON `antinuke_newcomers` (`joined_at`);--> statement-breakpoint
CREATE INDEX `antinuke_newcomers_user` ON `antinuke_newcomers` (`user_id`);