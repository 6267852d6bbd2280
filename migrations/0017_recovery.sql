CREATE TABLE `antinuke_recovered_ids` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`old_id` text NOT NULL,
	`new_id` text NOT NULL,
	`recovery_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `old_id`)
);
--> statement-breakpoint
CREATE TABLE `antinuke_recoveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`incident` integer,
	`state` text NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`joined` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`waits_until` integer,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `antinuke_recoveries_guild` ON `antinuke_recoveries` (`guild_id`,`id`);--> statement-breakpoint
CREATE TABLE `antinuke_recovery_objects` (
	`recovery_id` integer NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`good` text,
	`touched` integer NOT NULL,
	`fields` text,
	PRIMARY KEY(`recovery_id`, `kind`, `object_id`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_recovery_objects_guild` ON `antinuke_recovery_objects` (`guild_id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_objects_user` ON `antinuke_recovery_objects` (`object_id`);--> statement-breakpoint
CREATE TABLE `antinuke_recovery_people` (
	`recovery_id` integer NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`part` text NOT NULL,
	PRIMARY KEY(`recovery_id`, `user_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_recovery_people_guild` ON `antinuke_recovery_people` (`guild_id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_people_user` ON `antinuke_recovery_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `antinuke_recovery_report` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recovery_id` integer NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`name` text NOT NULL,
	`field` text,
	`result` text NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE INDEX `antinuke_recovery_report_recovery` ON `antinuke_recovery_report` (`recovery_id`,`id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_report_guild` ON `antinuke_recovery_report` (`guild_id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_report_user` ON `antinuke_recovery_report` (`object_id`);--> statement-breakpoint
CREATE TABLE `antinuke_recovery_steps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recovery_id` integer NOT NULL,
	`guild_id` text NOT NULL,
	`round` integer NOT NULL,
	`key` text NOT NULL,
	`after` text NOT NULL,
	`act` text NOT NULL,
	`state` text NOT NULL,
	`begun_at` integer,
	`user_id` text,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `antinuke_recovery_steps_recovery` ON `antinuke_recovery_steps` (`recovery_id`,`round`,`id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_steps_guild` ON `antinuke_recovery_steps` (`guild_id`);--> statement-breakpoint
CREATE INDEX `antinuke_recovery_steps_user` ON `antinuke_recovery_steps` (`user_id`);