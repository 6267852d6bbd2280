CREATE TABLE `automod_native` (
	`guild_id` text NOT NULL,
	`key` text NOT NULL,
	`rule_id` text,
	`written` text,
	`changed` integer DEFAULT false NOT NULL,
	`problem` text,
	PRIMARY KEY(`guild_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `automod_strikes` (
	`guild_id` text NOT NULL,
	`source` text NOT NULL,
	`rule` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`channel_id` text,
	`evidence` text,
	`at` integer NOT NULL,
	`spent` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`guild_id`, `source`, `rule`)
);
--> statement-breakpoint
CREATE INDEX `automod_strikes_by_user` ON `automod_strikes` (`guild_id`,`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `automod_strikes_by_time` ON `automod_strikes` (`at`);