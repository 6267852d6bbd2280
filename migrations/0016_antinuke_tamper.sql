CREATE TABLE `antinuke_alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text,
	`sentences` text NOT NULL,
	`revision` integer,
	`undone` integer DEFAULT false NOT NULL,
	`for_owner` integer NOT NULL,
	`told` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `antinuke_alarms_by_time` ON `antinuke_alarms` (`guild_id`,`at`);--> statement-breakpoint
CREATE INDEX `antinuke_alarms_untold` ON `antinuke_alarms` (`guild_id`,`told`);--> statement-breakpoint
CREATE INDEX `antinuke_alarms_user` ON `antinuke_alarms` (`user_id`);--> statement-breakpoint
CREATE TABLE `antinuke_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_id` text NOT NULL,
	`changes` text NOT NULL,
	`sentences` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`decided_by` text
);
--> statement-breakpoint
CREATE INDEX `antinuke_requests_waiting` ON `antinuke_requests` (`guild_id`,`state`);--> statement-breakpoint
CREATE INDEX `antinuke_requests_user` ON `antinuke_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `antinuke_requests_decided` ON `antinuke_requests` (`decided_by`);--> statement-breakpoint
CREATE INDEX `antinuke_requests_age` ON `antinuke_requests` (`at`);