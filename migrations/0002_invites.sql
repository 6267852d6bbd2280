CREATE TABLE `invite_baselines` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`taken_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invite_bonuses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`by_id` text,
	`at` integer NOT NULL,
	`code` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_bonuses_import` ON `invite_bonuses` (`guild_id`,`code`);--> statement-breakpoint
CREATE INDEX `invite_bonuses_of` ON `invite_bonuses` (`guild_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `invite_bonuses_user` ON `invite_bonuses` (`user_id`);--> statement-breakpoint
CREATE INDEX `invite_bonuses_by` ON `invite_bonuses` (`by_id`);--> statement-breakpoint
CREATE TABLE `invite_codes` (
	`guild_id` text NOT NULL,
	`code` text NOT NULL,
	`uses` integer NOT NULL,
	`max_uses` integer NOT NULL,
	`inviter_id` text,
	`channel_id` text,
	`expires_at` integer,
	`vanity` integer DEFAULT false NOT NULL,
	`role_ids` text DEFAULT '[]' NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`guild_id`, `code`)
);
--> statement-breakpoint
CREATE TABLE `invite_credits` (
	`guild_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`user_id` text NOT NULL,
	`fake` text,
	PRIMARY KEY(`guild_id`, `inviter_id`, `user_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_credits_once` ON `invite_credits` (`guild_id`,`user_id`) WHERE fake is null;--> statement-breakpoint
CREATE INDEX `invite_credits_user` ON `invite_credits` (`user_id`);--> statement-breakpoint
CREATE INDEX `invite_credits_inviter` ON `invite_credits` (`inviter_id`);--> statement-breakpoint
CREATE TABLE `invite_joins` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`via` text NOT NULL,
	`certainty` text NOT NULL,
	`inviter_id` text,
	`code` text,
	`at` integer NOT NULL,
	`left_at` integer,
	`returned` integer DEFAULT false NOT NULL,
	`waiting_since` integer,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `invite_joins_recent` ON `invite_joins` (`guild_id`,`at`);--> statement-breakpoint
CREATE INDEX `invite_joins_user` ON `invite_joins` (`user_id`);--> statement-breakpoint
CREATE INDEX `invite_joins_inviter` ON `invite_joins` (`inviter_id`);--> statement-breakpoint
CREATE TABLE `reputation_gifts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`giver_id` text,
	`receiver_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reputation_gifts_giver` ON `reputation_gifts` (`guild_id`,`giver_id`,`at`);--> statement-breakpoint
CREATE INDEX `reputation_gifts_receiver` ON `reputation_gifts` (`guild_id`,`receiver_id`);--> statement-breakpoint
CREATE INDEX `reputation_gifts_user` ON `reputation_gifts` (`receiver_id`);--> statement-breakpoint
CREATE INDEX `reputation_gifts_given` ON `reputation_gifts` (`giver_id`);