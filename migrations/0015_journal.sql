CREATE TABLE `antinuke_journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`state` text,
	`channel_id` text,
	`actor_id` text,
	`entry_id` text,
	`origin` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `antinuke_journal_object` ON `antinuke_journal` (`guild_id`,`kind`,`object_id`);--> statement-breakpoint
CREATE INDEX `antinuke_journal_guild` ON `antinuke_journal` (`guild_id`);--> statement-breakpoint
CREATE INDEX `antinuke_journal_at` ON `antinuke_journal` (`guild_id`,`at`);--> statement-breakpoint
CREATE INDEX `antinuke_journal_channel` ON `antinuke_journal` (`guild_id`,`channel_id`) WHERE channel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `antinuke_journal_user` ON `antinuke_journal` (`object_id`);--> statement-breakpoint
CREATE INDEX `antinuke_journal_actor` ON `antinuke_journal` (`actor_id`) WHERE actor_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `antinuke_journal_notes` (
	`guild_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`value` text,
	PRIMARY KEY(`guild_id`, `name`)
);
