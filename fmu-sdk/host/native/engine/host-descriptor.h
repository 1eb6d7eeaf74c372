#ifndef FMUKIT_DESCRIPTOR_H_
#define FMUKIT_DESCRIPTOR_H_
#include <stdbool.h>
#include <stdint.h>

/*
 * Creates memory that two processes can share and neither can resize. Returns its descriptor, or
 * −1.
 */
int shared_memory(uint64_t bytes);
/* Sends a descriptor through a pair of sockets. Neither side waits. */
bool send_descriptor(int socket, int descriptor);
int receive_descriptor(int socket);
#endif
