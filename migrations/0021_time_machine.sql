CREATE TABLE `antinuke_restorations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`recovery_id` integer NOT NULL,
	`user_id` text,
	`at` integer NOT NULL,
	`kept` integer NOT NULL,
	`good` integer NOT NULL,
	`good_at` integer NOT NULL,
	`chosen` text NOT NULL,
	`undoes` integer
);
--> statement-breakpoint
CREATE INDEX `antinuke_restorations_guild` ON `antinuke_restorations` (`guild_id`,`id`);--> statement-breakpoint
CREATE INDEX `antinuke_restorations_user` ON `antinuke_restorations` (`user_id`);