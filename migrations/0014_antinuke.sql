CREATE TABLE `antinuke_actions` (
	`guild_id` text NOT NULL,
	`entry` text NOT NULL,
	`actor_id` text,
	`module` text NOT NULL,
	`deed` text NOT NULL,
	`weight` real NOT NULL,
	`at` integer NOT NULL,
	`object_kind` text,
	`target_id` text,
	`name` text,
	`given` text,
	`does` text NOT NULL,
	PRIMARY KEY(`guild_id`, `entry`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_actions_by_time` ON `antinuke_actions` (`guild_id`,`at`);--> statement-breakpoint
CREATE INDEX `antinuke_actions_by_age` ON `antinuke_actions` (`at`);--> statement-breakpoint
CREATE TABLE `antinuke_sanctions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`steps` text NOT NULL,
	`done` text,
	`roles` text,
	`at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `antinuke_sanctions_by_user` ON `antinuke_sanctions` (`guild_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `antinuke_sanctions_by_incident` ON `antinuke_sanctions` (`guild_id`,`number`);--> statement-breakpoint
CREATE INDEX `antinuke_sanctions_by_state` ON `antinuke_sanctions` (`state`);--> statement-breakpoint
CREATE TABLE `antinuke_incident_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`lane` text NOT NULL,
	`user_id` text,
	`parts` text,
	`entry` text
);
--> statement-breakpoint
CREATE INDEX `antinuke_incident_events_by_incident` ON `antinuke_incident_events` (`guild_id`,`number`,`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `antinuke_incident_events_by_entry` ON `antinuke_incident_events` (`guild_id`,`number`,`entry`);--> statement-breakpoint
CREATE TABLE `antinuke_incidents` (
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`module` text NOT NULL,
	`punishment` text NOT NULL,
	`actor_id` text,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`decided_at` integer NOT NULL,
	`requested_at` integer,
	`confirmed_at` integer,
	`ended_at` integer,
	PRIMARY KEY(`guild_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_incidents_by_time` ON `antinuke_incidents` (`guild_id`,`last_at`);