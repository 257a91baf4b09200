// Force-included (g++ -include) when better-sqlite3 13 is built for a runtime whose
// Node-API is older than 10 (Node 20, Electron 25). Node-API 10 lets napi_create_reference
// take strings; older ones only take objects, functions and symbols. Box the rest.
#pragma once
#include <node_api.h>
#include <mutex>
#include <unordered_set>
namespace napi8 {
inline std::mutex mu;
inline std::unordered_set<napi_ref> boxed;
inline napi_status create_reference(napi_env env, napi_value value, uint32_t count, napi_ref* out) {
	napi_valuetype type;
	napi_status s = napi_typeof(env, value, &type);
	if (s != napi_ok) return s;
	if (type == napi_object || type == napi_function || type == napi_external || type == napi_symbol)
		return napi_create_reference(env, value, count, out);
	napi_value box;
	if ((s = napi_create_array_with_length(env, 1, &box)) != napi_ok) return s;
	if ((s = napi_set_element(env, box, 0, value)) != napi_ok) return s;
	if ((s = napi_create_reference(env, box, count, out)) != napi_ok) return s;
	std::lock_guard<std::mutex> lock(mu);
	boxed.insert(*out);
	return napi_ok;
}
inline napi_status get_reference_value(napi_env env, napi_ref ref, napi_value* out) {
	napi_status s = napi_get_reference_value(env, ref, out);
	if (s != napi_ok || *out == nullptr) return s;
	{
		std::lock_guard<std::mutex> lock(mu);
		if (boxed.find(ref) == boxed.end()) return napi_ok;
	}
	return napi_get_element(env, *out, 0, out);
}
inline napi_status delete_reference(napi_env env, napi_ref ref) {
	{
		std::lock_guard<std::mutex> lock(mu);
		boxed.erase(ref);
	}
	return napi_delete_reference(env, ref);
}
}  // namespace napi8
#define napi_create_reference napi8::create_reference
#define napi_get_reference_value napi8::get_reference_value
#define napi_delete_reference napi8::delete_reference
