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
CREATE INDEX `automod_strikes_by_time` ON `automod_strikes` (`at`);--> statement-breakpoint
CREATE TABLE `autorole_held_roles` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_ids` text NOT NULL,
	`left_at` integer,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `autorole_held_roles_left` ON `autorole_held_roles` (`left_at`);--> statement-breakpoint
CREATE TABLE `counters_bots` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`bots` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters_channels` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`renamed_at` integer,
	PRIMARY KEY(`guild_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `counters_channels_channel` ON `counters_channels` (`channel_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `greeting_queue_once` ON `greeting_queue` (`guild_id`,`kind`,`user_id`,`occasion`);--> statement-breakpoint
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
CREATE TABLE `leveling_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`at` integer NOT NULL,
	`before` integer DEFAULT 0 NOT NULL,
	`after` integer DEFAULT 0 NOT NULL,
	`batch` text,
	`undone` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `leveling_changes_guild` ON `leveling_changes` (`guild_id`,`id`);--> statement-breakpoint
CREATE INDEX `leveling_changes_user` ON `leveling_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `leveling_changes_by` ON `leveling_changes` (`by_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leveling_changes_batch` ON `leveling_changes` (`guild_id`,`batch`,`user_id`);--> statement-breakpoint
CREATE TABLE `leveling_members` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`avatar` text,
	`present` integer DEFAULT true NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`earned_at` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`prefix_commands` integer DEFAULT 0 NOT NULL,
	`slash_commands` integer DEFAULT 0 NOT NULL,
	`voice_connections` integer DEFAULT 0 NOT NULL,
	`voice_seconds` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `leveling_members_rank` ON `leveling_members` (`guild_id`,`present`,`total`);--> statement-breakpoint
CREATE INDEX `leveling_members_user` ON `leveling_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `leveling_role_runs` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '0' NOT NULL,
	`counts` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `leveling_voice` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `leveling_voice_user` ON `leveling_voice` (`user_id`);--> statement-breakpoint
CREATE TABLE `moderation_channel_locks` (
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`stands` text NOT NULL,
	`locked_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `channel_id`)
);
--> statement-breakpoint
CREATE TABLE `moderation_case_edits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text,
	`user_name` text,
	`at` integer NOT NULL,
	`before` text
);
--> statement-breakpoint
CREATE INDEX `moderation_case_edits_case` ON `moderation_case_edits` (`guild_id`,`number`);--> statement-breakpoint
CREATE TABLE `moderation_case_numbers` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `moderation_cases` (
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`target_id` text,
	`target_name` text,
	`moderator_id` text,
	`moderator_name` text,
	`channel_id` text,
	`channel_name` text,
	`detail` text,
	`count` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`active` integer NOT NULL,
	`ended` text,
	`ended_by` text,
	`voided_at` integer,
	`voided_by` text,
	PRIMARY KEY(`guild_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moderation_cases_key` ON `moderation_cases` (`guild_id`,`key`);--> statement-breakpoint
CREATE INDEX `moderation_cases_target` ON `moderation_cases` (`guild_id`,`target_id`,`kind`,`active`);--> statement-breakpoint
CREATE INDEX `moderation_cases_created` ON `moderation_cases` (`guild_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `moderation_cases_moderator` ON `moderation_cases` (`guild_id`,`moderator_id`);--> statement-breakpoint
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
CREATE INDEX `reputation_gifts_given` ON `reputation_gifts` (`giver_id`);--> statement-breakpoint
CREATE TABLE `translation_done` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`, `language`)
);
--> statement-breakpoint
CREATE INDEX `translation_done_at` ON `translation_done` (`at`);