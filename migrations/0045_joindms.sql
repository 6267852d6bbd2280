CREATE TABLE `joindm_days` (
	`guild_id` text NOT NULL,
	`day` integer NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`closed` integer DEFAULT 0 NOT NULL,
	`gave_up` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`guild_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `joindm_pauses` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`closed_in_row` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `joindm_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	`state` text NOT NULL,
	`person` text,
	`changed_at` integer NOT NULL,
	`tried_at` integer
);
--> statement-breakpoint
CREATE INDEX `joindm_queue_next` ON `joindm_queue` (`guild_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `joindm_queue_tried` ON `joindm_queue` (`guild_id`,`tried_at`);--> statement-breakpoint
CREATE INDEX `joindm_queue_user` ON `joindm_queue` (`user_id`);--> statement-breakpoint
CREATE INDEX `joindm_queue_age` ON `joindm_queue` (`changed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `joindm_queue_once` ON `joindm_queue` (`guild_id`,`user_id`,`joined_at`);