// The functions of late.c have the names of libdbus, so nothing is declared here.
