CREATE TABLE `general_online` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL
);
