#ifndef FMUKIT_FOLDER_H_
#define FMUKIT_FOLDER_H_
/* Removes a folder with all that is in it; links are removed, not followed. */
void remove_folder(const char* path);
#endif
