/** Hosts in processes of their own, some of which are killed or stand still while clients work. */
package dev.rehydrate.host.chaos;
