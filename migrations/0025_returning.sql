CREATE TABLE `antinuke_returning` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`incident` integer,
	`roles` text NOT NULL,
	`nick` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_returning_at` ON `antinuke_returning` (`at`);--> statement-breakpoint
CREATE INDEX `antinuke_returning_user` ON `antinuke_returning` (`user_id`);