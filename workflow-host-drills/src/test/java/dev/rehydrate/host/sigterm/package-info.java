/** A process that runs a host gets SIGTERM: what it has replied to is saved before it is gone. */
package dev.rehydrate.host.sigterm;
