CREATE TABLE `antinuke_bypass_holders` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`at` integer NOT NULL,
	`is_rightful` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_bypass_user` ON `antinuke_bypass_holders` (`user_id`);--> statement-breakpoint
CREATE TABLE `antinuke_links` (
	`guild_id` text NOT NULL,
	`to` text NOT NULL,
	`receiver_id` text NOT NULL,
	`giver_id` text NOT NULL,
	`at` integer NOT NULL,
	`bits` text NOT NULL,
	PRIMARY KEY(`guild_id`, `to`, `receiver_id`, `giver_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_links_by_age` ON `antinuke_links` (`at`);--> statement-breakpoint
CREATE INDEX `antinuke_links_by_receiver` ON `antinuke_links` (`receiver_id`);--> statement-breakpoint
CREATE INDEX `antinuke_links_by_giver` ON `antinuke_links` (`giver_id`);--> statement-breakpoint
CREATE TABLE `antinuke_moderation` (
	`guild_id` text NOT NULL,
	`entry` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	`before` integer NOT NULL,
	`after` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `entry`)
);
--> statement-breakpoint
CREATE INDEX `antinuke_moderation_by_target` ON `antinuke_moderation` (`guild_id`,`target_id`);--> statement-breakpoint
CREATE INDEX `antinuke_moderation_by_age` ON `antinuke_moderation` (`at`);--> statement-breakpoint
CREATE INDEX `antinuke_moderation_user` ON `antinuke_moderation` (`target_id`);--> statement-breakpoint
CREATE INDEX `antinuke_moderation_actor` ON `antinuke_moderation` (`actor_id`);--> statement-breakpoint
ALTER TABLE `antinuke_actions` ADD `type` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `antinuke_actions` ADD `needs` text DEFAULT '0' NOT NULL;