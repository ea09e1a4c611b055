// For the whole module: release programs are built without what Swift imports unasked (Makefile).
@_exported public import _Concurrency
