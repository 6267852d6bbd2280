CREATE TABLE `greeting_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`occasion` integer NOT NULL,
	`state` text NOT NULL,
	`person` text,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `greeting_queue_next` ON `greeting_queue` (`guild_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `greeting_queue_user` ON `greeting_queue` (`user_id`);--> statement-breakpoint
CREATE INDEX `greeting_queue_age` ON `greeting_queue` (`changed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `greeting_queue_once` ON `greeting_queue` (`guild_id`,`kind`,`user_id`,`occasion`);