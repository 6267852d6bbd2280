CREATE TABLE `autorole_held_roles` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_ids` text NOT NULL,
	`left_at` integer,
	PRIMARY KEY(`guild_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `autorole_held_roles_left` ON `autorole_held_roles` (`left_at`);