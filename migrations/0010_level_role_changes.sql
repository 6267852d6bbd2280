CREATE TABLE `leveling_role_batches` (
	`guild_id` text NOT NULL,
	`batch` text NOT NULL,
	`at` integer NOT NULL,
	`take` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`guild_id`, `batch`)
);
--> statement-breakpoint
CREATE TABLE `leveling_role_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`batch` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`role_id` text NOT NULL,
	`role_name` text NOT NULL,
	`change` text NOT NULL,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	`seen` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leveling_role_changes_batch` ON `leveling_role_changes` (`guild_id`,`batch`,`user_id`,`role_id`);--> statement-breakpoint
CREATE INDEX `leveling_role_changes_user` ON `leveling_role_changes` (`user_id`,`guild_id`);--> statement-breakpoint
-- A run for everybody that is in progress took roles above the level, and goes on.
INSERT INTO `leveling_role_batches` (`guild_id`, `batch`, `at`, `take`, `state`)
SELECT DISTINCT `guild_id`, 'roles-earlier', `started_at`, 1, 'following' FROM `plans`
WHERE `feature` = 'leveling' AND `plan` = 'roleRun' AND `state` = 'running';
